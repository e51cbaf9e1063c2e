import { test } from '../fixture.ts'
import { testRoles } from '../products/roles.ts'

// `npm test` does the same for a door station (A8307-E) and a speaker (C1410).
test.use({ product: 'A1601' })
testRoles('A1601', ['/'])
