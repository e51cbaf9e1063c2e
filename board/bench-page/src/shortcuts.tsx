import { useText } from '@lintel/ui/i18n'
import { useEffect, useState } from 'react'
import styles from './shortcuts.module.css'

/** The parts of the page in their order, by the ids of their elements. */
const SECTIONS = ['device', 'log', 'controls'] as const
type Section = (typeof SECTIONS)[number]

/** A third below the top of the window, where people read. */
const READING = { rootMargin: '-35% 0px -65% 0px' }

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

function useSectionInView(): Section {
  const [current, setCurrent] = useState<Section>('device')
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.findLast(({ isIntersecting }) => isIntersecting)
      const section = SECTIONS.find((id) => id === seen?.target.id)
      if (section) setCurrent(section)
    }, READING)
    for (const id of SECTIONS) {
      const element = document.querySelector(`#${id}`)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return current
}
