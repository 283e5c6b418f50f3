import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguages } from '../../../runtime-ui/src/render'
import type { CanvasProps } from '../canvas/props'
import { put } from '../draft/edit'
import { keptOf, saying } from '../draft/saying'
import { useRequired, useWords } from '../workbench/words'
import { missingIn, textsOf, type Text } from './texts'
import './texts.css'

/** All texts of an object, a language beside the other; what is missing is seen at once. */
export function TextsCanvas(props: CanvasProps) {
  const { t } = useTranslation()
  const words = useWords()
  const languages = useLanguages()
  const required = useRequired()
  const [onlyMissing, setOnlyMissing] = useState(false)
  const texts = textsOf(props.of.kind, props.object)
  const missing = texts.filter((text) => missingIn(text, required).length > 0)
  return (
    <section className="designer-sheet" aria-label={t('designer.texts')}>
      <div className="designer-bar">
        <h2 className="designer-sheet-title">{t('designer.texts')}</h2>
        <span className={missing.length > 0 ? 'tag phase-waiting' : 'quiet'}>
          {t('designer.texts_missing', { n: missing.length, all: texts.length })}
        </span>
        <span className="grow" />
        <Checkbox
          checked={onlyMissing}
          onChange={(event) => {
            setOnlyMissing(event.target.checked)
          }}
        >
          {t('designer.texts_only_missing')}
        </Checkbox>
      </div>
      <table className="texts designer-stacked">
        <thead>
          <tr>
            <th>{t('designer.texts_place')}</th>
            {languages.map(({ key }) => (
              <th key={key}>{words.language(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(onlyMissing ? missing : texts).map((text) => (
            <TextRow key={text.path.join('/')} {...props} text={text} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TextRow({
  of,
  object,
  text,
  disabled,
  chosen,
  edit,
  choose,
}: CanvasProps & { text: Text }) {
  const { t } = useTranslation()
  const words = useWords()
  const languages = useLanguages()
  const { node, member, path, said } = text
  const place = `${node.name === '' ? of.key : node.name} ${member}`
  return (
    <tr
      className={node.name !== '' && chosen === node.name ? 'designer-chosen' : ''}
      onFocus={() => {
        choose(node.name)
      }}
    >
      <th scope="row" title={place}>
        <span className="mono clip">{node.name === '' ? of.key : node.name}</span>
        <span className="quiet clip">{words.member(member, of.kind)}</span>
      </th>
      {languages.map(({ key: language, required }) => {
        const missing = required && (said[language] ?? '').trim() === ''
        return (
          <td key={language} data-title={words.language(language)}>
            <Input.TextArea
              autoSize
              aria-label={`${place} ${language}`}
              disabled={disabled}
              value={said[language] ?? ''}
              placeholder={t(required ? 'designer.missing' : 'designer.from_pack')}
              {...(missing ? { status: 'warning' as const } : {})}
              onChange={(event) => {
                const next = saying(said, language, event.target.value, required)
                edit(put(object, path, keptOf(next, text.required)), path.join('/'))
              }}
            />
          </td>
        )
      })}
    </tr>
  )
}
