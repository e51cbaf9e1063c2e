import { test } from '../fixture.ts'
import { testRoles } from '../products/roles.ts'

// The daily run tests a door station and another audio product this way.
test.use({ product: 'A1601' })
testRoles('A1601')
