import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import type { HomeCard } from '../../data/home'
import { searchOf, usePage } from '../../page/page'

/** A question to a list: Enter opens it with the rows that are found. */
export function SearchCard({ card: { title, route = '' } }: { card: HomeCard }) {
  const page = usePage()
  const [typed, setTyped] = useState('')
  return (
    <Input
      size="large"
      prefix={<SearchOutlined />}
      placeholder={title}
      aria-label={title}
      enterKeyHint="search"
      allowClear
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
      }}
      onPressEnter={() => {
        if (typed.trim() !== '') page.open(searchOf(route, typed.trim()))
      }}
    />
  )
}
