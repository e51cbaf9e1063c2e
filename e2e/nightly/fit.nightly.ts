import { testFit } from '../shell/fit.ts'

testFit('others')
