import { Tree, type TreeDataNode } from 'antd'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JsonObject, MetaProblem } from '../../../runtime-ui/src/render'
import { useWords } from '../workbench/words'
import { DragSurface, partData } from './DragSurface'
import { calledOf, find, listsIn, wayTo, type OutlineNode } from './nodes'
import { useMoves } from './useMoves'

interface OutlineProps {
  now: () => JsonObject
  root: OutlineNode
  chosen: string
  /** What the site says of a part; undefined for nothing. */
  markOf: (node: OutlineNode) => 'site' | 'edited' | undefined
  problems: MetaProblem[]
  disabled: boolean
  edit: (next: JsonObject) => void
  choose: (name: string) => void
}

/** The parts of an object as a tree; arrow keys walk it, with Alt they move the chosen part. */
export const Outline = memo(function Outline(props: OutlineProps) {
  const { root, chosen, markOf, problems, disabled, choose } = props
  const { t } = useTranslation()
  const words = useWords()
  const [open, setOpen] = useState<string[]>()
  const expanded = open ?? root.children.map(({ name }) => name)
  const data = useMemo(() => [treeOf(root)], [root])
  const way = [...wayTo(root, chosen), ...listsIn(find(root, chosen))]
  const moves = useMoves(props)
  return (
    <>
      <div onKeyDownCapture={moves.byKey}>
        <DragSurface disabled={disabled} takes={moves.takes} drop={moves.drop}>
          <Tree<TreeDataNode & { node: OutlineNode }>
            blockNode
            aria-label={t('designer.outline')}
            treeData={data}
            selectedKeys={[`/${chosen}`]}
            expandedKeys={['/', ...new Set([...expanded, ...way])].map(slashed)}
            onExpand={(keys) => {
              setOpen(keys.map((key) => String(key).slice(1)))
            }}
            onSelect={(_, { node }) => {
              choose(node.node.name)
            }}
            titleRender={({ node }) => (
              <NodeTitle
                node={node}
                word={calledOf(node, root.word, words.member)}
                title={words.of(node.title)}
                mark={markOf(node)}
                wrong={isWrong(node, problems)}
              />
            )}
          />
        </DragSurface>
      </div>
      {!disabled && (
        <p className="quiet designer-help designer-drag-hint" role="status">
          {moves.told || t('designer.drag_hint')}
        </p>
      )}
    </>
  )
})

const slashed = (name: string) => (name.startsWith('/') ? name : `/${name}`)

function treeOf(node: OutlineNode): TreeDataNode & { node: OutlineNode } {
  return { key: `/${node.name}`, node, children: node.children.map(treeOf) }
}

interface NodeTitleProps {
  node: OutlineNode
  word: string
  title: string | undefined
  mark: 'site' | 'edited' | undefined
  wrong: boolean
}

const NodeTitle = memo(function NodeTitle({ node, word, title, mark, wrong }: NodeTitleProps) {
  const { t } = useTranslation()
  const { kind, children } = node
  return (
    <span className="designer-node" {...partData(node)}>
      {wrong && <span className="refusal">● </span>}
      <span>{title ?? word}</span>
      {title !== undefined && <span className="mono quiet designer-node-key">{word}</span>}
      {kind === 'list' && <span className="quiet figure">{children.length}</span>}
      {mark !== undefined && <span className="designer-mark">{t(`designer.mark_${mark}`)}</span>}
    </span>
  )
})

/** A list is as wrong as its items. */
function isWrong(node: OutlineNode, problems: MetaProblem[]): boolean {
  return node.kind !== 'object' && problems.some(({ path }) => isAt(path, node))
}

/** Checks name items by place, overlays by key. */
export function isAt(path: string, node: OutlineNode): boolean {
  const byPlace = node.path.join('/')
  return [node.name, byPlace].some((name) => path === name || path.startsWith(`${name}/`))
}
