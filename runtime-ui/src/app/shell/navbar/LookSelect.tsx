import { Button } from 'antd'
import { ClickMenu } from '../../../look/ClickMenu'
import type { Look } from './looks'

/** A button that opens the choices of one look; `words` also says what is chosen. */
export function LookSelect({ look, words = false }: { look: Look; words?: boolean }) {
  const { title, Icon, chosen, options, choose } = look
  return (
    <ClickMenu
      menu={{
        selectedKeys: [chosen],
        items: options,
        onClick: ({ key }) => {
          choose(key)
        },
      }}
    >
      <Button type="text" icon={<Icon />} title={title} aria-label={title} className="look">
        {words && (
          <span className="look-name">{options.find(({ key }) => key === chosen)?.label}</span>
        )}
      </Button>
    </ClickMenu>
  )
}
