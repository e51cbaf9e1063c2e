import { test } from '../fixture.ts'
import { testRoles } from '../products/roles.ts'

// By day a door station and another audio product are tested this way.
test.use({ product: 'A1601' })
testRoles('A1601')
