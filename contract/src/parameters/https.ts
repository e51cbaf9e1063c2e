import { list, text, whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** `Certificate` is a certificate's id; `Ciphers` are OpenSSL's names. */
export const https = group('HTTPS', {
  Certificate: text(64),
  Ciphers: list(':', 1024),
  Enabled: yesNo,
  Port: whole(1, 65_535),
})
