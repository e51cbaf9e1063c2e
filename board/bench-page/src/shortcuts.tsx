import { useText } from '@lintel/ui/i18n'
import { useEffect, useState } from 'react'
import styles from './shortcuts.module.css'

/** The parts of the page in their order, by the ids of their elements. */
const SECTIONS = ['device', 'log', 'controls'] as const
type Section = (typeof SECTIONS)[number]

/** The share of the window, from its top, where people read. */
const READING = 0.35

/** Links to the parts of the page, which stay in view where the parts are one below the other. */
export function Shortcuts() {
  const text = useText()
  const current = useSectionInView()
  return (
    <nav className={styles['shortcuts']} aria-label={text('bench.sections')}>
      {SECTIONS.map((section) => (
        <a
          key={section}
          href={`#${section}`}
          aria-current={section === current ? 'location' : undefined}
        >
          {text(`bench.sections.${section}`)}
        </a>
      ))}
    </nav>
  )
}

/** The last part that begins above where people read. */
function sectionInView(): Section {
  const line = READING * window.innerHeight
  const begun = SECTIONS.findLast((id) => {
    const element = document.querySelector(`#${id}`)
    return element !== null && element.getBoundingClientRect().top <= line
  })
  return begun ?? 'device'
}

function useSectionInView(): Section {
  const [current, setCurrent] = useState<Section>('device')
  useEffect(() => {
    const look = () => setCurrent(sectionInView())
    look()
    const leaving = new AbortController()
    const options = { passive: true, signal: leaving.signal }
    window.addEventListener('scroll', look, options)
    window.addEventListener('resize', look, options)
    return () => leaving.abort()
  }, [])
  return current
}
