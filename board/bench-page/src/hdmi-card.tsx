import type { DisplayContent, HdmiOutput } from '@lintel/contract/shown'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { BenchCard } from './bench-card.tsx'
import styles from './hdmi-card.module.css'
import { ScreenPicture } from './screen.tsx'

/** A monitor at the HDMI output, switched on while somebody looks at this page. */
export function HdmiCard({ output, display }: { output: HdmiOutput; display: DisplayContent }) {
  const text = useText()
  const { source, degrees, mirrored } = output
  const turned = {
    '--turned': `${degrees}deg`,
    '--across': mirrored ? -1 : 1,
  } as CSSProperties
  return (
    <BenchCard name="hdmi" title={text('bench.hdmi')} note={text('bench.hdmi.note')}>
      <div className={styles['monitor']}>
        <div
          className={styles['picture']}
          data-source={source}
          data-degrees={degrees}
          data-mirrored={mirrored || undefined}
          style={turned}
        >
          {source !== 'display' && <CameraPicture />}
          {source !== 'camera' && <DisplayPicture display={display} />}
        </div>
      </div>
    </BenchCard>
  )
}

/** The camera's pictures, while they can be seen, so that the camera rests otherwise. */
function CameraPicture() {
  const text = useText()
  const [place, seen] = useSeen()
  return (
    <div ref={place} className={styles['camera']}>
      {seen && <img src="/bench/hdmi" alt={text('bench.hdmi.camera')} />}
    </div>
  )
}

/** The display as it is, as large as there is room for. */
function DisplayPicture({ display }: { display: DisplayContent }) {
  const text = useText()
  return (
    <figure className={styles['display']} aria-label={text('bench.hdmi.display')}>
      <div className={styles['glass']}>
        <ScreenPicture display={display} />
      </div>
    </figure>
  )
}

/** The place of something, and whether people can see it: in the window, on a page that is not hidden. */
function useSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const place = useRef<HTMLDivElement>(null)
  const [inView, setInView] = useState(false)
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting === true),
    )
    if (place.current) observer.observe(place.current)
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return [place, inView && visible]
}
