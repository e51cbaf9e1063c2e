import { test } from '../fixture.ts'
import { testProduct } from './product.ts'

test.use({ product: 'I8016-LVE' })
testProduct('I8016-LVE')
