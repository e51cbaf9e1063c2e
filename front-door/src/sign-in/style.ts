/** Colours and text of the pages that are made without the console's build, in its look. */
export const COLOURS = `:root {
  color-scheme: light dark;
  --bg: light-dark(#f5f4f0, #121413);
  --surface: light-dark(#fff, #1a1d1b);
  --line: light-dark(#e5e2da, #2b2f2c);
  --line-control: light-dark(#8f897d, #6f756f);
  --ink: light-dark(#1d1c19, #edece7);
  --accent: light-dark(#0e6656, #4fc3ab);
  --accent-hover: light-dark(#0a5447, #6fd3be);
  --on-accent: light-dark(#fff, #06231d);
  --crit: light-dark(#b02a20, #f08a80);
  --crit-soft: light-dark(#fbe7e4, #3b1916);
  --focus: light-dark(#1f6fde, #7fb2ff);
}
[data-theme='light'] { color-scheme: light }
[data-theme='dark'] { color-scheme: dark }
* { box-sizing: border-box }
body {
  margin: 0; background: var(--bg); color: var(--ink);
  font: 14px/20px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans',
    'Liberation Sans', sans-serif;
}`

/** The sign-in page's own style: one small file, no bundle. */
export const SIGN_IN_STYLE = `${COLOURS}
body {
  min-height: 100vh; min-height: 100dvh; padding: 24px;
  display: grid; grid-template-columns: minmax(0, 460px); place-content: center;
}
.brand {
  display: flex; align-items: center; justify-content: center; gap: 10px;
  margin: 0 0 18px; font-weight: 650; font-size: 17px; overflow-wrap: anywhere;
}
.brand svg { flex: none }
.brand small { display: block; font-weight: 400; font-size: 13px }
.brand svg { color: var(--accent) }
form {
  display: grid; gap: 14px; padding: 24px 26px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 10px;
}
h1 { margin: 0 0 2px; font-size: 20px; line-height: 26px; font-weight: 650 }
label, .field { display: grid; gap: 5px; font-weight: 550 }
.line { position: relative }
input {
  width: 100%; height: 36px; padding: 0 11px; border: 1px solid var(--line-control);
  border-radius: 6px; background: var(--surface); color: inherit; font: inherit;
  font-weight: 400;
}
input[aria-invalid] { border-color: var(--crit) }
button {
  justify-self: end; height: 36px; margin-top: 8px; padding: 0 14px; border: 0; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 550; cursor: pointer;
}
button:hover { background: var(--accent-hover) }
.eye {
  position: absolute; inset: 0 0 0 auto; width: 40px; margin: 0; padding: 0; display: grid;
  place-items: center; background: none; color: inherit; opacity: 0.7;
}
.eye:hover { background: none; opacity: 1 }
.eye[hidden], .eye[aria-pressed='false'] .stroke { display: none }
.line:has(.eye:not([hidden])) input { padding-inline-end: 42px }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.notice {
  display: flex; gap: 12px; margin: 0; padding: 10px 14px; border-radius: 10px;
  background: var(--crit-soft);
}
.notice::before { content: ''; flex: none; width: 4px; border-radius: 4px; background: var(--crit) }
@media (pointer: coarse) { input, button { height: 44px; font-size: 16px } .eye { width: 44px } }
@media (width < 480px) { button { justify-self: stretch } }
@media (forced-colors: active) { .notice { border: 1px solid } button { border: 1px solid } }
`
