import { useTranslation } from 'react-i18next'
import type { TestResult } from '../../../runtime-ui/src/render'

/** What came of the tests of metadata: those that fail by name, the others by their number. */
export function Tests({ tests }: { tests: TestResult[] }) {
  const { t } = useTranslation()
  if (tests.length === 0) return null
  const failed = tests.filter(({ passed }) => !passed)
  return (
    <section>
      <h3>{t('designer.tests')}</h3>
      <ul>
        {failed.map((one) => (
          <li key={one.key} className={one.required ? 'refusal' : ''}>
            ✗ {one.title} <span className="mono">{one.step}</span> {one.message}
            {one.required && ` · ${t('designer.test_required')}`}
          </li>
        ))}
        {failed.length < tests.length && (
          <li>✓ {t('designer.tests_passed', { n: tests.length - failed.length })}</li>
        )}
      </ul>
    </section>
  )
}
