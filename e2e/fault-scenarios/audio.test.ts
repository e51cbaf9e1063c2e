import { test } from '../fixture.ts'
import { testLoading } from './loading.ts'
import { testRestarting } from './restarting.ts'
import { testSaving } from './saving.ts'

test.use({ product: 'C1410' })
testLoading('C1410')
testSaving('C1410')
testRestarting('C1410')
