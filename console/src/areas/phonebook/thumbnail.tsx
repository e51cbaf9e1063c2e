import { useState } from 'react'
import { initialsOf } from '../../app/cut.ts'
import styles from './thumbnail.module.css'

/**
 * The image of an entry, or the initials of its name. It only repeats the name beside it.
 * @param props.image its address; empty without one
 * @param props.version what changes with the image (PHONEBOOK-26)
 */
export function Thumbnail({
  image,
  version,
  name,
}: {
  image: string
  version: string
  name: string
}) {
  const src =
    image === '' ? '' : `${image}?${new URLSearchParams({ timestamp: version }).toString()}`
  const [failed, setFailed] = useState('')
  if (src === '' || failed === src) {
    return (
      <span className={styles['thumbnail']} aria-hidden="true">
        {initialsOf(name)}
      </span>
    )
  }
  return (
    <img
      className={styles['thumbnail']}
      src={src}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  )
}
