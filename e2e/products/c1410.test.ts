import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testRoles } from './roles.ts'
import { testSetup } from './setup.ts'
import { testSite } from './site.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'C1410' })
testProduct('C1410')
testPages('C1410')
testRoles('C1410', ['/datetime/zone'])
testSite()
testSetup('C1410', { time: 'automatic', address: 'dhcp' })
