import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import './keys.css'

/** Keys by what they do; those of a page work while it is in view. */
const keys: [string, string[]][] = [
  ['palette', ['Ctrl', 'K']],
  ['previous_tab', ['Alt', 'Shift', '←']],
  ['next_tab', ['Alt', 'Shift', '→']],
  ['close_tab', ['Alt', 'Shift', 'W']],
  ['search', ['/']],
  ['cards', ['←', '↑', '↓', '→']],
  ['new', ['N']],
  ['next_record', ['J']],
  ['previous_record', ['K']],
  ['edit', ['E']],
  ['save', ['Ctrl', 'S']],
  ['next_action', ['Ctrl', 'Enter']],
  ['close', ['Esc']],
  ['help', ['?']],
]

/** What the keyboard can do. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open footer={null} width={460} title={t('keys.title')} onCancel={onClose}>
      <dl className="keys">
        {keys.map(([name, combination]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
