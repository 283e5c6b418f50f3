import { describe, expect, it } from 'vitest'
import { crumbsOf } from './crumbs'

const said = (kind: string, at: string) => crumbsOf(kind, at).map(({ word, is }) => `${is} ${word}`)

describe('the way to a place', () => {
  it('tells keys from words of the language, also where they read alike', () => {
    expect(said('table', 'fields/type/title')).toEqual([
      'member fields',
      'key type',
      'member title',
    ])
    expect(said('table', 'fields/title/title/en')).toEqual([
      'member fields',
      'key title',
      'member title',
      'language en',
    ])
  })
  it('goes through a part that is no list', () => {
    expect(said('table', 'label')).toEqual(['member label'])
  })
  it('takes what it does not know as keys', () => {
    expect(said('i18n', 'terms/ui.save')).toEqual(['member terms', 'key ui.save'])
    expect(said('table', 'nothing/x')).toEqual(['key nothing', 'key x'])
  })
})
