import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import type { ClipProblem } from '@lintel/contract/rules/clips'

/** A file that can't be a clip. */
export class Unplayable extends Error {
  readonly problem: ClipProblem
  constructor(problem: ClipProblem) {
    super(CLIP_PROBLEMS[problem])
    this.name = 'Unplayable'
    this.problem = problem
  }
}
