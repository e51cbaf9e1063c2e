import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testPages } from './walk.ts'

test.use({ product: 'I8016-LVE' })
testProduct('I8016-LVE')
testPages('I8016-LVE')
