/**
 * Writes files to an encrypted card until it is killed, and prints the number of each that is on
 * the card. Arguments: the image and a private folder; the passphrase comes in LINTEL_PASSPHRASE.
 */
import { openEncrypted } from '../encrypted.ts'
import { ext4 } from '../ext4.ts'

const [, , image = '', folder = ''] = process.argv
const card = await openEncrypted(image, process.env['LINTEL_PASSPHRASE'] ?? '', folder)
if (!card) throw new Error('The passphrase is wrong.')
const files = card.files(ext4)
for (let number = 1; ; number++) {
  await files.write(`folder/${number}.bin`, Buffer.alloc(50_000, number))
  console.log(number)
}
