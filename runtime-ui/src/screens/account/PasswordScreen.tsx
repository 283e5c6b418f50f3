import type { CustomScreenMeta } from '../../data/screen'
import { PasswordForm } from './PasswordForm'
import '../settings/settings.css'

/** A new password for oneself, by itself. */
export function PasswordScreen({ screen }: { screen: CustomScreenMeta }) {
  return (
    <section className="settings" aria-label={screen.title}>
      <h1>{screen.title}</h1>
      <PasswordForm titled={false} />
    </section>
  )
}
