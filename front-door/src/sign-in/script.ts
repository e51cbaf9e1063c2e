/**
 * What the sign-in page does beyond its form: it applies the theme chosen in the console, and
 * passes on the fragment of the address, which browsers don't send to servers, and the password can
 * be shown. The page signs in without it too.
 */
export const SIGN_IN_SCRIPT = `try {
  const theme = localStorage.getItem('lintel.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
document.addEventListener('DOMContentLoaded', () => {
  const next = document.querySelector('input[name=next]')
  if (next && location.hash && !next.value.includes('#')) next.value += location.hash
  const password = document.querySelector('input[name=password]')
  const eye = document.querySelector('.eye')
  if (!password || !eye) return
  eye.hidden = false
  eye.addEventListener('click', () => {
    const shows = password.type === 'password'
    password.type = shows ? 'text' : 'password'
    eye.setAttribute('aria-pressed', String(shows))
  })
  // A browser would keep what was typed into a field of text.
  document.querySelector('form').addEventListener('submit', () => { password.type = 'password' })
})
`
