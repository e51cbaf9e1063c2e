import { COLOURS } from '@lintel/front-door/sign-in/style'

/** The style of the gateway's own pages, in the colours of the sign-in page. */
export const PAGE_STYLE = `${COLOURS}
main { width: 100%; max-width: 720px; margin: 0 auto; padding: 40px 20px }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 18px; font-weight: 650; font-size: 17px }
.brand svg { color: var(--accent) }
section { padding: 24px 26px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 26px; font-weight: 650 }
p { margin: 0 0 14px }
ul { margin: 0 -26px -24px; padding: 0; list-style: none }
li { border-top: 1px solid var(--line) }
li a { display: flex; align-items: center; gap: 16px; padding: 14px 26px; color: inherit; text-decoration: none }
li a:hover { background: var(--bg) }
.picture { flex: none; color: var(--accent) }
.picture svg { display: block }
.text { flex: 1; min-width: 0; display: grid; gap: 2px }
.text strong { font-weight: 600; font-size: 15px }
.text small { font-size: 13px; opacity: .75; overflow-wrap: anywhere }
.state { flex: none; padding: 2px 9px; border: 1px solid var(--line-control); border-radius: 99px; font-size: 12px }
.state.ready { border-color: var(--accent); color: var(--accent) }
.state.gone, .state.untrusted { border-color: var(--crit); color: var(--crit) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 18px; margin: 0 0 18px }
dt { font-weight: 550 }
dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, 'SFMono-Regular', Consolas, monospace; font-size: 13px }
.actions { display: flex; justify-content: flex-end; align-items: center; gap: 16px; margin: 0 }
button, .button {
  display: inline-flex; align-items: center; height: 36px; padding: 0 14px; border: 0; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 550; cursor: pointer;
  text-decoration: none;
}
button:hover, .button:hover { background: var(--accent-hover) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
@media (pointer: coarse) { button, .button { height: 44px } }
@media (max-width: 480px) {
  li a { display: grid; grid-template-columns: max-content 1fr; justify-items: start; gap: 6px 16px }
  .state { grid-column: 2 }
  dl { grid-template-columns: 1fr }
  dd { margin-bottom: 6px }
}
@media (forced-colors: active) { button, .button, .state { border: 1px solid } }
`
