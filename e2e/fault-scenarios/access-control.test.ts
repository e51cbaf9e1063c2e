import { test } from '../fixture.ts'
import { testLoading } from './loading.ts'
import { testRestarting } from './restarting.ts'
import { testSaving } from './saving.ts'

test.use({ product: 'A1601' })
testLoading('A1601')
testSaving('A1601')
testRestarting('A1601')
