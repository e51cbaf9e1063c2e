import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testSetup } from './setup.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'I8016-LVE' })
testProduct('I8016-LVE')
testPages('I8016-LVE')
testSetup('I8016-LVE', { time: 'manual', address: 'dhcp' })
