import { Dropdown, type DropdownProps } from 'antd'

/**
 * A menu that opens at a press. The keys go into it at once, and back to what opened it when it
 * closes, for which its nodes have to go.
 */
export function ClickMenu(props: DropdownProps) {
  return <Dropdown trigger={['click']} autoFocus destroyOnHidden {...props} />
}
