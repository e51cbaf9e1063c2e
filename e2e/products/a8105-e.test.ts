import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testSetup } from './setup.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'A8105-E' })
testProduct('A8105-E')
testPages('A8105-E')
testSetup('A8105-E', { time: 'automatic', address: 'dhcp' })
