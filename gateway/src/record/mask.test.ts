import { expect, test } from 'vitest'
import { EXAMPLE_CERTIFICATE } from './certificates.ts'
import { maskExchanges } from './mask.ts'
import type { Exchange } from './recording.ts'

const ORIGIN = new URL('https://192.168.0.90')

/** An answer of a device. */
const answer = (call: string, body: string, rest: Partial<Exchange> = {}): Exchange => ({
  call,
  method: 'GET',
  path: '/',
  query: '',
  request: '',
  status: 200,
  type: 'text/plain',
  body,
  binary: false,
  ...rest,
})

const DEVICE = answer('param.list', 'root.Properties.System.SerialNumber=B8A44F631339\n')

const masked = (...exchanges: Exchange[]) => maskExchanges(exchanges, ORIGIN)

/** The masked body of one answer, next to one that tells the serial number. */
const bodyOf = (call: string, body: string): string =>
  masked(DEVICE, answer(call, body)).exchanges[1]?.body ?? ''

const FAR_DER = `MII${'A'.repeat(400)}==`

test.each([
  // Parameters.
  ['param.list', 'root.SNMP.V1ReadCommunity=public', 'root.SNMP.V1ReadCommunity=hidden'],
  ['param.list', 'root.SNMP.InitialUserPasswd=******', 'root.SNMP.InitialUserPasswd=******'],
  ['param.list', 'root.SNMP.InitialUserPasswdSet=no', 'root.SNMP.InitialUserPasswdSet=no'],
  ['param.list', 'root.RemoteService.ProxyPassword=', 'root.RemoteService.ProxyPassword='],
  ['param.list', 'root.RemoteService.ProxyPassword=a=b', 'root.RemoteService.ProxyPassword=hidden'],
  ['param.list', 'root.RemoteService.ProxyLogin=corp', 'root.RemoteService.ProxyLogin=person1'],
  [
    'param.list',
    'root.Network.eth0.MACAddress=B8:A4:4F:63:13:39',
    'root.Network.eth0.MACAddress=AC:CC:8E:00:00:01',
  ],
  [
    'param.list',
    'root.Network.HostName=axis-b8a44f631339',
    'root.Network.HostName=axis-accc8e000001',
  ],
  ['param.list', 'root.Network.IPAddress=192.168.0.90', 'root.Network.IPAddress=192.168.0.90'],
  ['param.list', 'root.Time.NTP.Server=93.184.216.34', 'root.Time.NTP.Server=192.0.2.1'],
  [
    'param.list',
    'root.Properties.Firmware.Version=9.80.2.2',
    'root.Properties.Firmware.Version=9.80.2.2',
  ],
  [
    'param.list',
    'root.SNMP.SysContact=jane@corp.example.org',
    'root.SNMP.SysContact=person1@example.com',
  ],
  ['param.list', 'root.SNMP.SysContact=Jane Doe', 'root.SNMP.SysContact=Person 1'],
  [
    'param.list',
    'root.Properties.API.Browser.RootPwdSetValue=yes',
    'root.Properties.API.Browser.RootPwdSetValue=yes',
  ],
  ['param.list', 'root.X.MaxUsers=20', 'root.X.MaxUsers=20'],
  [
    'param.list',
    'root.A=1\nroot.Properties.API.Lintel.Version=1\nroot.B=2\n',
    'root.A=1\nroot.B=2\n',
  ],
  [
    'param.listdefinitions',
    '<parameter name="V1ReadCommunity" value="public" niceName="Community"><type><password maxlen="64" /></type></parameter>',
    '<parameter name="V1ReadCommunity" value="hidden" niceName="Community"><type><password maxlen="64" /></type></parameter>',
  ],
  // JSON.
  [
    'mqttClient.getClientStatus',
    '{"username":"corp","password":"x"}',
    '{"username":"person1","password":"hidden"}',
  ],
  [
    'intercom.GetConfiguration',
    '{"keyA":"A0A1","keyNbr":3,"PIN":1234}',
    '{"keyA":"hidden","keyNbr":3,"PIN":0}',
  ],
  ['intercom.GetConfiguration', '{ "Password": "x" }', '{ "Password": "hidden" }'],
  [
    'intercom.GetConfiguration',
    '{"Password":null,"PasswordStored":true}',
    '{"Password":null,"PasswordStored":true}',
  ],
  [
    'sip.GetSIPAccounts',
    '{"Attribute":[{"Name":"AuthToken","Value":"x"}]}',
    '{"Attribute":[{"Name":"Person 1","Value":"hidden"}]}',
  ],
  [
    'firmware.status',
    '{"activeFirmwareVersion":"9.80.2.2"}',
    '{"activeFirmwareVersion":"9.80.2.2"}',
  ],
  [
    'basicdeviceinfo',
    '{"SerialNumber":"B8A44F631339","SocSerialNumber":"B8A4-0001"}',
    '{"SerialNumber":"ACCC8E000001","SocSerialNumber":"0000-0000"}',
  ],
  // SOAP and other XML.
  [
    'onvif.getUsers',
    '<tt:Username>jane</tt:Username><tt:UserLevel>User</tt:UserLevel>',
    '<tt:Username>person1</tt:Username><tt:UserLevel>User</tt:UserLevel>',
  ],
  [
    'onvifMedia.getProfiles',
    '<trt:Profiles token="p1"><tt:Name>x</tt:Name></trt:Profiles>',
    '<trt:Profiles token="p1"><tt:Name>x</tt:Name></trt:Profiles>',
  ],
  [
    'actionService.getRecipientConfigurations',
    '<aa:Parameter Name="password" Value="x"/><aa:Parameter Name="user" Value="jane"/><aa:TemplateToken>com.axis.recipient.http</aa:TemplateToken>',
    '<aa:Parameter Name="password" Value="hidden"/><aa:Parameter Name="user" Value="person1"/><aa:TemplateToken>com.axis.recipient.http</aa:TemplateToken>',
  ],
  [
    'networkshare.list',
    '<NetworkShare NiceName="n" Address="10.0.0.5" User="jane"/>',
    '<NetworkShare NiceName="n" Address="10.0.0.5" User="person1"/>',
  ],
  [
    'certificates.getAll',
    `<tt:Data>${FAR_DER}</tt:Data>`,
    `<tt:Data>${EXAMPLE_CERTIFICATE}</tt:Data>`,
  ],
  [
    'certificates.information',
    '<tt:SubjectDN>O=Corp,CN=door</tt:SubjectDN>',
    '<tt:SubjectDN>CN=device.example</tt:SubjectDN>',
  ],
  [
    'onvif.getNetworkInterfaces',
    '<tt:HwAddress>b8:a4:4f:63:13:39</tt:HwAddress>',
    '<tt:HwAddress>ac:cc:8e:00:00:01</tt:HwAddress>',
  ],
  [
    'onvif.getEndpointReference',
    '<GUID>urn:uuid:00000000-0000-1000-8000-b8a44f631339</GUID>',
    '<GUID>urn:uuid:00000000-0000-1000-8000-accc8e000001</GUID>',
  ],
  // Wherever they are.
  [
    'x',
    '{"url":"http://jane:pw@10.0.0.1/?token=abc&x=1"}',
    '{"url":"http://hidden:hidden@10.0.0.1/?token=hidden&x=1"}',
  ],
  ['x', '{"to":"sip:jane@10.0.0.1;transport=tls"}', '{"to":"sip:person1@10.0.0.1;transport=tls"}'],
  ['x', '{"to":"sips:jane@pbx.corp.org"}', '{"to":"sips:person1@pbx.corp.org"}'],
  ['x', '{"to":"sip:10.0.0.1:5060"}', '{"to":"sip:10.0.0.1:5060"}'],
  [
    'x',
    '{"pem":"-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----\\n"}',
    '{"pem":"hidden\\n"}',
  ],
  ['x', 'Serial b8-a4-4f-63-13-39 at 2a00:1450::1', 'Serial ac-cc-8e-00-00-01 at 2001:db8::1'],
])('in %s %s becomes %s', (call, body, expected) => {
  expect(bodyOf(call, body)).toBe(expected)
})

test('certificates in PEM become the example', () => {
  const body = bodyOf('x', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  const json = bodyOf('x', '{"c":"-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----"}')
  expect(body).not.toContain('AAAA')
  expect((JSON.parse(json) as { c: string }).c.replaceAll(/-----.*-----|\n/g, '')).toBe(
    EXAMPLE_CERTIFICATE,
  )
})

test('accounts are the same people everywhere, and those of the device keep their names', () => {
  const { exchanges, counts } = masked(
    answer('usergroup', 'jane\nadmin operator viewer ptz\n'),
    answer(
      'pwdgrp.get',
      'admin="wwwaop,root,jane"\r\noperator="sdk,Bob"\r\ndigusers="root,jane,Bob"\r\n',
    ),
    answer('onvif.getUsers', '<tt:Username>bob</tt:Username>'),
    answer('networkshare.list', '<NetworkShare User="jane"/>'),
  )
  expect(exchanges.map(({ body }) => body)).toEqual([
    'person1\nadmin operator viewer ptz\n',
    'admin="wwwaop,root,person1"\r\noperator="sdk,person2"\r\ndigusers="root,person1,person2"\r\n',
    '<tt:Username>person2</tt:Username>',
    '<NetworkShare User="person1"/>',
  ])
  expect(counts.people).toBe(2)
})

test('root stays root', () => {
  expect(bodyOf('usergroup', 'root\nroot admin operator ptz viewer\n')).toBe(
    'root\nroot admin operator ptz viewer\n',
  )
})

test('without a list of people, all accounts that are not of the device are people', () => {
  expect(bodyOf('pwdgrp.get', 'admin="root,jane"\naudio="streamer,sipd"\n')).toBe(
    'admin="root,person1"\naudio="streamer,sipd"\n',
  )
})

test('people in the phonebook have other names, also in other answers', () => {
  const book = {
    phonebookEntries: [
      { id: 'a', type: 'Organization', label: 'Corp Ltd', childIds: ['b'] },
      {
        id: 'b',
        type: 'Person',
        firstName: 'Jane',
        lastName: 'Mary Doe',
        keyTrigger: '101',
        callInformation: [
          { type: 'SIP', address: 'sip:jane@10.0.0.9' },
          { type: 'SIP', address: '+46 70 123' },
          { type: 'SIP', address: '+46 70 123' },
        ],
        UIAttributes: [{ Name: 'DisplayName', Value: 'Jane D' }],
      },
      { id: 'default.CallButtonRule', type: 'Rule', label: 'Call button' },
    ],
  }
  const { exchanges } = masked(
    answer('eventInstances.get', '<a NiceName="Call Mary Doe at Corp Ltd"/>'),
    answer('phonebook.GetPhonebookEntries', JSON.stringify(book)),
  )
  expect(exchanges[0]?.body).toBe('<a NiceName="Call Person 3 at Person 1"/>')
  const text = exchanges.map(({ body }) => body).join('\n')
  for (const name of ['Jane', 'jane', 'Mary', 'Doe', 'Corp', '46 70'])
    expect(text).not.toContain(name)
  const entries = (JSON.parse(exchanges[1]?.body ?? '') as typeof book).phonebookEntries
  expect(entries[1]?.callInformation?.map(({ address }) => address)).toEqual([
    'sip:person2@10.0.0.9',
    '1001',
    '1001',
  ])
  expect(entries[1]?.firstName).toBe('Person 2')
  expect(entries[1]?.keyTrigger).toBe('101')
  expect(entries[2]?.label).toBe('Call button')
})

test('requests are masked like answers, so that they still fit', () => {
  const { exchanges } = masked(
    DEVICE,
    answer('certificates.getSet', '<Id>b8a44f631339</Id>', {
      query: 'user=jane&pwd=x&diskid=SD_DISK',
      request: '<Id>b8a44f631339</Id>',
    }),
  )
  expect(exchanges[1]).toMatchObject({
    query: 'user=person1&pwd=hidden&diskid=SD_DISK',
    request: '<Id>accc8e000001</Id>',
    body: '<Id>accc8e000001</Id>',
  })
})

test('the name and the port under which the device was asked are no longer there', () => {
  const { exchanges } = maskExchanges(
    [
      answer(
        'onvif.getServices',
        '<XAddr>https://door.corp.org:8443/onvif</XAddr><H>door.corp.org</H>',
      ),
    ],
    new URL('https://door.corp.org:8443'),
  )
  expect(exchanges[0]?.body).toBe(
    '<XAddr>https://device.example/onvif</XAddr><H>device.example</H>',
  )
})

test('bytes stay as they are', () => {
  const bytes = answer('wsdl.media', 'AAAA', { binary: true })
  expect(masked(bytes).exchanges).toEqual([bytes])
})

test('what was masked is counted, and stays the same when it is masked again', () => {
  const first = masked(
    DEVICE,
    answer('x', '{"Password":"x","host":"8.8.8.8","mail":"a@corp.org","user":"jane"}'),
    answer('certificates.getAll', `<tt:Data>${FAR_DER}</tt:Data>`),
  )
  expect(first.counts).toEqual({
    serials: 1,
    secrets: 1,
    addresses: 1,
    mails: 1,
    people: 2,
    certificates: 1,
  })
  const second = masked(...first.exchanges)
  expect(second.exchanges).toEqual(first.exchanges)
  expect(second.counts).toEqual({
    serials: 0,
    secrets: 0,
    addresses: 0,
    mails: 0,
    people: 0,
    certificates: 0,
  })
})
