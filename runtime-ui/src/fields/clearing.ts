import { useTranslation } from 'react-i18next'
import type { FieldShape } from './kit'

/**
 * How the value of a choice is taken away: by its cross under the pointer, or by the key Delete. What
 * must be given has neither, and Tab and Enter never meet the cross (app.css hides it from them).
 */
export function useClearing({ required }: FieldShape, clear: () => void) {
  const { t } = useTranslation()
  if (required === true) return {}
  return {
    allowClear: { label: t('control.clear') },
    onInputKeyDown: ({ key, currentTarget }: React.KeyboardEvent<HTMLElement>) => {
      const typed = currentTarget instanceof HTMLInputElement && currentTarget.value !== ''
      if (key === 'Delete' && !typed) clear()
    },
  }
}
