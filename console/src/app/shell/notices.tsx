import { FirmwareNews } from '../firmware-change/news.tsx'
import { HeatBanner } from '../heat/heat-banner.tsx'
import { PutBack } from '../trial/put-back.tsx'

/** What may appear on every page; it loads beside the page and delays none. */
export function Notices() {
  return (
    <>
      <PutBack />
      <HeatBanner />
      <FirmwareNews />
    </>
  )
}
