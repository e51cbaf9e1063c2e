import * as v from 'valibot'
import { textCall } from '../call.ts'
import { errorLine, okText } from '../text.ts'

export const setLanguage = textCall({
  id: 'language.set',
  path: '/axis-cgi/admin/language.cgi',
  action: 'set',
  methods: ['GET', 'POST'],
  access: 'viewer',
  effect: 'write',
  summary:
    'Sets the language of the pages, by its English name or its code: `German`, `german` or `de`.',
  source: 'A §7 Parameters; OPEN-05',
  proof: 'own design',
  request: v.object({ language: v.string() }),
  format: { ...errorLine, ...okText },
})
