import { FirmwareNews } from '../firmware-change/news.tsx'
import { HeatBanner } from '../heat/heat-banner.tsx'
import { PutBack } from '../trial/put-back.tsx'
import { SetupLeft } from './setup-left.tsx'

/** Notices that any page may show; they load separately and delay no page. */
export function Notices() {
  return (
    <>
      <PutBack />
      <HeatBanner />
      <FirmwareNews />
      <SetupLeft />
    </>
  )
}
