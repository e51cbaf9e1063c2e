import { expect, test } from 'vitest'
import { refusalOfKey } from './host-key.ts'

// Made by ssh-keygen, which prints its fingerprints so.
const KEY = 'AAAAC3NzaC1lZDI1NTE5AAAAII9ZDJRSzjTNQ/fFV+W8b3EG2qiXEbBjEXWw+9uRx0A+'
const SHA256 = 'SHA256:Kz24LSeUotFycha73YGKFVMsOa3d8Bdc5kRhcBOdYKE'
const MD5 = 'MD5:cf:6f:cf:4e:ae:d5:ad:99:ec:42:e6:72:6f:96:19:58'

const bare = SHA256.replace('SHA256:', '')
const refusal = (ssh_host_pub_key_sha256: string, ssh_host_pub_key_md5 = '') => {
  const values: Record<string, string> = { ssh_host_pub_key_sha256, ssh_host_pub_key_md5 }
  return refusalOfKey(Buffer.from(KEY, 'base64'), { value: (name) => values[name] ?? '' })
}

test.each<[sha256: string, md5?: string]>([
  [SHA256],
  [` ${bare} `],
  [`${bare}=`],
  [Buffer.from(bare, 'base64').toString('hex').toUpperCase()],
  ['', MD5],
  ['', MD5.replace('MD5:', '').toUpperCase()],
  ['', MD5.replace('MD5:', '').replaceAll(':', '')],
  [SHA256, MD5],
])('the fingerprints %j and %j are those of the key', (sha256, md5) => {
  expect(refusal(sha256, md5)).toBeUndefined()
})

const OTHER = 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'
const OTHER_MD5 = 'd4:1d:8c:d9:8f:00:b2:04:e9:80:09:98:ec:f8:42:7e'

test.each<[sha256: string, md5?: string]>([
  [''],
  ['SHA256:', 'MD5:'],
  [OTHER],
  [SHA256.slice(0, -1)],
  [SHA256.toLowerCase()],
  ['', OTHER_MD5],
  ['', MD5.slice(0, -1)],
  [SHA256, OTHER_MD5],
  [OTHER, MD5],
])('the fingerprints %j and %j are not', (sha256, md5) => {
  expect(refusal(sha256, md5)).toMatchObject({
    reason: 'certificate',
    detail: `The key of the server is ${SHA256}`,
  })
})
