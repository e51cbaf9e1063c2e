import { testFit } from './fit.ts'

testFit('longest')
