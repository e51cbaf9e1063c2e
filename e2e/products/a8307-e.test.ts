import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testPages } from './walk.ts'

test.use({ product: 'A8307-E' })
testProduct('A8307-E')
testPages('A8307-E')
