import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testSetup } from './setup.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'A1601' })
testProduct('A1601')
testPages('A1601')
testSetup('A1601', { time: 'automatic', address: 'static' })
