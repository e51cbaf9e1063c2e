import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testSetup } from './setup.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'A8207-VE' })
testProduct('A8207-VE')
testPages('A8207-VE')
testSetup('A8207-VE', { time: 'automatic', address: 'static' })
