import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testSetup } from './setup.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'C1310-E' })
testProduct('C1310-E')
testPages('C1310-E')
testSetup('C1310-E', { time: 'manual', address: 'static' })
