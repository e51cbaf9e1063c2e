import { expect, test } from 'vitest'
import { isNoSecret, saysSecret } from './secret-names.ts'

test.each([
  'Password',
  'password',
  'ProxyPassword',
  'proxypassword',
  'V1ReadCommunity',
  'Community',
  'InitialUserPasswd',
  'pwd',
  'EAPPassphrase',
  'passphrase',
  'SharedSecret',
  'clientSecret',
  'Credential',
  'PrivateKey',
  'privateKeyPem_key',
  'key',
  'keyA',
  'keyB',
  'key1',
  'licensekey',
  'apikey',
  'accessToken',
  'Token',
  'WPA_PSK',
  'pass',
  'PIN',
])('%s is the name of a secret', (name) => {
  expect(saysSecret(name, 'param.list')).toBe(true)
})

test.each([
  'keyTrigger',
  'KeyLength',
  'keyFormat',
  'keyAFormat',
  'keyNbr',
  'keyType',
  'Keypad',
  'callKeypad',
  'PinKeypad',
  'pinLength',
  'pinTimeout',
  'RootPwdSet',
  'PasswordStored',
  'passphrasepolicy',
  'PassThrough',
  'CommunityEnabled',
  'TokenTimeout',
  'HostName',
  'Encryption',
  'monkey',
])('%s is not', (name) => {
  expect(saysSecret(name, 'param.list')).toBe(false)
})

test.each([
  ['onvifMedia.getProfiles', 'token'],
  ['onvifMedia.getProfile', 'ProfileToken'],
  ['actionService.getActionConfigurations', 'TemplateToken'],
  ['accessControl.GetAccessPointList', 'token'],
  ['clientnotes.getvalue', 'key'],
])('%s has identifiers called %s', (call, name) => {
  expect(saysSecret(name, call)).toBe(false)
})

test('answers and what the device hides itself are no secrets', () => {
  for (const value of ['', '******', '*****', 'yes', 'no', 'true', 'false', 'null']) {
    expect(isNoSecret(value), value).toBe(true)
  }
  expect(isNoSecret('public')).toBe(false)
  expect(isNoSecret('0')).toBe(false)
})
