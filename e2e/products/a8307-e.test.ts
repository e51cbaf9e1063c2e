import { test } from '../fixture.ts'
import { testProduct } from './product.ts'
import { testRoles } from './roles.ts'
import { testSetup } from './setup.ts'
import { testPages } from './page-access.ts'

test.use({ product: 'A8307-E' })
testProduct('A8307-E')
testPages('A8307-E')
testRoles('A8307-E', ['/users/edit/guard1', '/network-snmp'])
testSetup('A8307-E', { time: 'manual', address: 'static' })
