import { Card } from '@lintel/ui/card'
import styles from '../overview-page.module.css'
import { TileSkeleton } from './tile-skeleton.tsx'

/** The place of the tiles until it is known which there are. */
export const TilesComing = () => (
  <div className={styles['coming']}>
    <Card>
      <TileSkeleton shape="steps" />
    </Card>
  </div>
)
