import { Navigate, useLocation } from '@tanstack/react-router'

/** Leads to the address behind /redirect, whose page is made anew. */
export function RedirectPage() {
  const { href } = useLocation()
  return <Navigate to={href.replace(/^\/redirect/, '')} replace />
}
