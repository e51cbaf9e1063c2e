import { passphrase } from '@lintel/contract/rules/storage'
import { problem } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'

/** A new passphrase, typed twice. */
export interface NewPassphrase {
  passphrase: string
  repeat: string
}

/** What is wrong with a new passphrase. B §5 Storage. */
export const checkNew = ({ passphrase: typed, repeat }: NewPassphrase): Checked<NewPassphrase> => ({
  errors: {
    passphrase: passphrase(typed),
    repeat: repeat === typed ? undefined : problem('storage.passphrasesDontMatch'),
  },
})
