/**
 * What the sign-in page does beyond its form: it shows the theme that was chosen in the console, and
 * takes the fragment of the address along, which no browser sends to a server. Without it the page
 * still signs in.
 */
export const SIGN_IN_SCRIPT = `try {
  const theme = localStorage.getItem('lintel.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
document.addEventListener('DOMContentLoaded', () => {
  const next = document.querySelector('input[name=next]')
  if (next && location.hash && !next.value.includes('#')) next.value += location.hash
})
`
