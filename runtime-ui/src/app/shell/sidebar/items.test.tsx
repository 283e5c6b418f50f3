import { render, screen } from '@testing-library/react'
import { Menu } from 'antd'
import { expect, it } from 'vitest'
import type { MenuNode } from '../../../data/app'
import { itemsOf } from './items'

function node(path: string, own: Partial<MenuNode> = {}, module?: string): MenuNode {
  const meta = { title: path, menu_Id: 1, menuName: path, level: 1 }
  return { path, meta: module === undefined ? meta : { ...meta, module }, ...own }
}

function draw(nodes: MenuNode[], noAuth: string[] = []) {
  render(<Menu mode="inline" items={itemsOf(nodes, noAuth)} />)
}

it('does not draw what is hidden', () => {
  draw([node('/a'), node('/b', { hidden: true })])
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
})

it('draws a single child in the place of its group', () => {
  draw([node('/group', { children: [node('/child')] })])
  expect(screen.getByRole('menuitem', { name: /\/child$/ })).toBeVisible()
  expect(screen.queryByText('/group')).toBeNull()
})

it('draws a single child at the top with the icon of its group', () => {
  const group = node('/group', { children: [node('/child')] })
  const child = group.children?.[0]
  if (child !== undefined) child.meta.level = 2
  draw([{ ...group, meta: { ...group.meta, icon: 'car' } }])
  expect(screen.getByRole('img', { name: 'car' })).toBeVisible()
})

it('draws a group that always shows, even with one child', () => {
  draw([node('/group', { alwaysShow: true, children: [node('/child')] })])
  expect(screen.getByText('/group')).toBeVisible()
})

it('lets an outward address leave the app alone', () => {
  draw([node('https://a.example/')])
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://a.example/')
  expect(screen.getByRole('link')).toHaveAttribute('target', '_blank')
})

it('marks entries of a module without a licence', () => {
  draw([node('/plain'), node('/paid', {}, 'plus')], ['plus'])
  expect(screen.getByRole('menuitem', { name: /\/paid$/ })).toHaveClass('no-auth')
  expect(screen.getByRole('menuitem', { name: /\/paid$/ })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('menuitem', { name: /\/plain$/ })).not.toHaveClass('no-auth')
})
