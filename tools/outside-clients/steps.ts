/** What outside clients call, each in the form in which such clients send it. */
import * as audio from '@lintel/contract/calls/audio'
import * as cardReader from '@lintel/contract/calls/card-reader'
import * as certificates from '@lintel/contract/calls/certificates'
import * as notes from '@lintel/contract/calls/client-notes'
import * as firmware from '@lintel/contract/calls/firmware'
import * as identify from '@lintel/contract/calls/identify'
import * as discovery from '@lintel/contract/calls/discovery'
import * as identity from '@lintel/contract/calls/identity'
import * as network from '@lintel/contract/calls/network-settings'
import * as ntp from '@lintel/contract/calls/ntp'
import * as ports from '@lintel/contract/calls/io-ports'
import * as intercom from '@lintel/contract/calls/intercom'
import { setLanguage } from '@lintel/contract/calls/language'
import { pingTest, upnpDescription } from '@lintel/contract/calls/network'
import { getOak } from '@lintel/contract/calls/oak'
import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import * as onvifEvents from '@lintel/contract/calls/onvif-events'
import * as onvifMedia from '@lintel/contract/calls/onvif-media'
import * as onvif from '@lintel/contract/calls/onvif-users'
import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import * as parameters from '@lintel/contract/calls/parameters'
import * as phonebook from '@lintel/contract/calls/phonebook'
import * as reports from '@lintel/contract/calls/reports'
import { eventWsdl } from '@lintel/contract/calls/schedules'
import * as shock from '@lintel/contract/calls/shock-detection'
import * as sound from '@lintel/contract/calls/sound'
import * as system from '@lintel/contract/calls/system'
import * as time from '@lintel/contract/calls/time'
import * as users from '@lintel/contract/calls/users'
import * as video from '@lintel/contract/calls/video'
import * as web from '@lintel/contract/calls/web-server'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import { md5Fetch } from '../../front-door/src/testing/clients/md5-fetch.ts'
import { curl, wget } from '../../front-door/src/testing/clients/programs.ts'
import { httpx, lwp, requests, urllib } from '../../front-door/src/testing/clients/scripts.ts'
import { VIRTUAL_INPUT_STEPS } from './event-steps.ts'
import { MQTT_STEPS } from './mqtt-steps.ts'
import type { Step } from './station.ts'

const FORM = { action: 'update', 'root.Network.Bonjour.FriendlyName': 'Gate 1 & 2' }
const encoded = (form: Record<string, string>): string => new URLSearchParams(form).toString()
const OK = /^OK\s*$/

const now = new Date()
const set = {
  action: 'set',
  year: `${now.getUTCFullYear()}`,
  month: `${now.getUTCMonth() + 1}`,
  day: `${now.getUTCDate()}`,
}

const joe = { user: 'joe', pwd: 'pass word', grp: 'users', sgrp: 'viewer', comment: 'Joe' }
const octets = (form: Record<string, string>) => ({
  body: encoded(form),
  type: 'application/octet-stream',
})

const envelope = (method: string, params?: object, apiVersion = '1.0') => ({
  json: { apiVersion, context: 'lintel', method, ...(params ? { params } : {}) },
})
const nowInUtc = new Date().toISOString().replace(/\.\d+/, '')

const profile = {
  template: 'streamprofile',
  group: 'StreamProfile',
  'StreamProfile.S.Name': 'Gate',
}

const TDS = 'http://www.onvif.org/ver10/device/wsdl'
const soap = (version: string, body: string, declaration = '') =>
  `${declaration}<s:Envelope xmlns:s="${version}"><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"xmlns:xsd="http://www.w3.org/2001/XMLSchema">${body}</s:Body></s:Envelope>`
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'
const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/'
const DEVICE = '/onvif/device_service'

/** What each client calls, on the door station and on the speaker. */
export const STEPS: readonly {
  client: Client
  atDoor: readonly Step[]
  atSpeaker: readonly Step[]
}[] = [
  {
    client: curl,
    atDoor: [
      {
        call: parameters.listParameters,
        query: { action: 'list', group: 'root.Brand,Properties.Firmware' },
        find: /^root\.Brand\.Brand=.*^root\.Properties\.Firmware\.Version=/ms,
      },
      {
        call: parameters.listParameters,
        path: '/axis-cgi/admin/param.cgi',
        query: { action: 'list' },
      },
      { call: parameters.updateParameters, form: FORM, find: OK },
      { call: parameters.updateParameters, body: encoded(FORM), type: 'text/plain', find: OK },
      {
        call: parameters.updateParameters,
        body: encoded(FORM),
        type: 'application/octet-stream',
        find: OK,
      },
      // An empty header is none.
      { call: parameters.updateParameters, body: encoded(FORM), type: '', find: OK },
      { call: ports.setPort, query: { action: '3:/' } },
      ...VIRTUAL_INPUT_STEPS,
      { call: setLanguage, query: { action: 'set', language: 'English' } },
      { call: reports.serverReport, query: { mode: 'text' } },
      { call: reports.crashReport },
      { call: reports.systemLog, path: '/axis-cgi/systemlog.cgi' },
      { call: upnpDescription, find: /<deviceType>/ },
      { call: onvif.deviceManagementWsdl, find: /CreateUsers/ },
      { call: onvifMedia.mediaWsdl, find: /GetStreamUri/ },
      { call: onvifMedia.getSnapshot, query: { profile: 'profile_1' } },
      { call: onvifEvents.onvifEventsWsdl, find: /CreatePullPointSubscription/ },
      { call: onvifEvents.subscriptionWsdl, find: /Unsubscribe/ },
      { call: certificates.certificatesWsdl, find: /LoadPkcs12/ },
      { call: web.webServerWsdl, find: /SetWebServerTlsConfiguration/ },
      { call: eventWsdl, find: /GetScheduledEvents/ },
    ],
    atSpeaker: [
      { call: audio.playClip, query: { clip: '0', repeat: '-1', volume: '50' }, find: OK },
      { call: audio.stopClip, form: {}, find: OK },
    ],
  },
  {
    client: wget,
    atDoor: [
      { call: shock.getShockVersion, find: /<VersionNumber>1\.0</ },
      { call: shock.getShockEnabled, query: { schemaversion: '1' }, find: /<Enabled>false</ },
      {
        call: shock.setShockEnabled,
        query: { schemaversion: '1', enabled: 'true' },
        find: /<GeneralSuccess\/>/,
      },
      {
        call: shock.setShockSensitivity,
        query: { schemaversion: '1', level: '60' },
        find: /<GeneralSuccess\/>/,
      },
      { call: shock.getShockSensitivity, query: { schemaversion: '1' }, find: /<Level>60</ },
      { call: time.getDateAndTime, query: { action: 'get' } },
      { call: time.getDate, query: { action: 'getdate' }, find: /^\d{4}-\d\d-\d\d\s*$/ },
      { call: time.getTime, form: { action: 'gettime' }, find: /^\d\d:\d\d:\d\d\s*$/ },
      { call: time.setDate, form: set, find: OK },
      { call: pingTest, query: { ip: '127.0.0.1' }, find: /^got response/ },
      { call: video.getImage, query: { resolution: '640x480' } },
      {
        call: listDefinitions,
        query: { action: 'listdefinitions', listformat: 'xmlschema', group: 'root.Time' },
        find: /<parameterDefinitions/,
      },
    ],
    atSpeaker: [],
  },
  {
    client: urllib,
    atDoor: [
      { call: users.rootPasswordSet, find: /yes/ },
      { call: identity.getBrand, find: /"ProdNbr":"A8307-E"/ },
      { call: users.getUserGroups, find: /^root\n/ },
      { call: users.addUser, form: { action: 'add', ...joe } },
      { call: users.updateUser, ...octets({ action: 'update', user: 'joe', pwd: 'other' }) },
      { call: users.getUsers, query: { action: 'get' }, find: /viewer=".*joe/ },
      { call: users.removeUser, ...octets({ action: 'remove', user: 'joe' }) },
      { call: ports.readPorts, query: { check: '1,2' }, find: /^port1=\d/ },
      { call: ports.readPorts, form: { checkdirection: '1' }, find: /^port1=/ },
      { call: notes.setClientNote, query: { group: 'ACA', key: 'k', value: 'v' } },
      { call: notes.getClientNote, query: { group: 'ACA', key: 'k' }, find: /"Message":"v"/ },
    ],
    atSpeaker: [],
  },
  {
    client: requests,
    atDoor: [
      { call: system.systemReady, ...envelope('systemready', { timeout: 20 }, '1.1') },
      { call: time.getAllTime, ...envelope('getAll') },
      { call: time.getDateTimeInfo, ...envelope('getDateTimeInfo') },
      { call: time.getTimeVersions, json: { method: 'getSupportedVersions' } },
      { call: time.setDateTime, ...envelope('setDateTime', { dateTime: nowInUtc }) },
      { call: time.setTimeZone, ...envelope('setTimeZone', { timeZone: 'Europe/Stockholm' }) },
      {
        call: time.setPosixTimeZone,
        ...envelope('setPosixTimeZone', { posixTimeZone: 'CET-1CEST,M3.5.0,M10.5.0/3' }),
      },
      { call: time.resetTimeZone, ...envelope('resetTimeZone') },
      { call: firmware.firmwareStatus, ...envelope('status') },
      { call: firmware.getFirmwareVersions, json: { method: 'getSupportedVersions' } },
      { call: parameters.updateParameters, query: FORM, find: OK },
      { call: ports.monitorPorts, query: { monitor: '1,2' }, first: 40, find: /^--ioboundary/ },
      {
        call: sound.audioLevel,
        query: { format: 'html', audiochannel: '0' },
        first: 40,
        find: /window\.parent\.update\(-/,
      },
      { call: sound.listEncoders, ...envelope('list'), find: /"sample_rate":8000/ },
      {
        call: sound.listEncoders,
        form: { apiVersion: '1.0', context: 'lintel', method: 'list' },
        find: /"sample_rate":8000/,
      },
    ],
    atSpeaker: [
      { call: identify.findDevice, ...envelope('find', { duration: 10 }) },
      { call: identify.stopFinding, ...envelope('stop') },
      { call: identify.getFindVersions, json: { method: 'getSupportedVersions' } },
    ],
  },
  {
    client: httpx,
    atDoor: [
      { call: discovery.getApiList, ...envelope('getApiList'), find: /"id":"param-cgi"/ },
      { call: discovery.getDiscoveryVersions, json: { method: 'getSupportedVersions' } },
      { call: identity.getUnrestrictedProperties, ...envelope('getAllUnrestrictedProperties') },
      {
        call: identity.getAllProperties,
        ...envelope('getAllProperties'),
        find: /"ProdNbr":"A8307-E"/,
      },
      { call: getOak, ...envelope('getOAK'), find: /"oak":"\w{4}-\w{4}-\w{4}"/ },
      { call: identity.getProperties, ...envelope('getProperties', { propertyList: ['Brand'] }) },
      { call: identity.getBasicInfoVersions, json: { method: 'getSupportedVersions' } },
      { call: network.getNetworkInfo, ...envelope('getNetworkInfo'), find: /"devices":/ },
      { call: network.getNetworkSettingsVersions, json: { method: 'getSupportedVersions' } },
      {
        call: network.setHostname,
        ...envelope('setHostnameConfiguration', { useDhcpHostname: true }),
      },
      {
        call: network.setResolver,
        ...envelope('setResolverConfiguration', { useDhcpResolverInfo: true }),
      },
      {
        call: network.setIPv4,
        ...envelope('setIPv4AddressConfiguration', {
          deviceName: 'eth0',
          configurationMode: 'dhcp',
        }),
      },
      {
        call: network.setIPv6,
        ...envelope('setIPv6AddressConfiguration', { deviceName: 'eth0', enabled: true }),
      },
      {
        call: network.setWired8021X,
        ...envelope('setWired8021XConfiguration', { deviceName: 'eth0', eapolVersion: 'EAPoLv3' }),
      },
      ...MQTT_STEPS,
      { call: ntp.getNtpInfo, ...envelope('getNTPInfo'), find: /"synced":/ },
      { call: ntp.getNtpVersions, json: { method: 'getSupportedVersions' } },
      {
        call: ntp.setNtpClient,
        ...envelope('setNTPClientConfiguration', { serversSource: 'DHCP' }),
      },
      { call: system.getReadinessVersions, json: { method: 'getSupportedVersions' } },
      {
        call: parameters.listParameters,
        form: { action: 'list', group: 'root.IOPort' },
        find: /^root\.IOPort\.I0\./m,
      },
      { call: ports.getPorts, ...envelope('getPorts') },
      { call: parameters.addParameterGroup, form: { action: 'add', ...profile }, find: /^S0 OK/ },
      {
        call: parameters.removeParameterGroup,
        form: { action: 'remove', group: 'StreamProfile.S0' },
        find: OK,
      },
      { call: users.getUsers, form: { action: 'get' } },
      { call: users.getUserGroups },
      { call: system.systemReady, ...envelope('systemready', { timeout: 10 }) },
    ],
    atSpeaker: [],
  },
  {
    client: lwp,
    atDoor: [
      {
        call: intercom.getServiceCapabilities,
        json: { 'axdsapi:GetServiceCapabilities': {} },
        find: /"Capabilities":\{/,
      },
      { call: intercom.getConfiguration, query: { format: 'simple', action: 'GetConfiguration' } },
      {
        call: intercom.updateConfiguration,
        json: { UpdateConfiguration: { Configuration: { PresenceTimeout: 90 } } },
      },
      {
        call: intercom.setConfiguration,
        path: '/vapix/axdsapi/SetConfiguration',
        json: { Configuration: { PresenceTimeout: 60 } },
      },
      {
        call: intercom.injectKeySequence,
        json: {
          jsonrpc: '2.0',
          method: 'axdsapi:InjectKeySequence',
          params: { KeySequence: '12#' },
          id: 1,
        },
      },
      { call: cardReader.getDefaultTagTypes, json: { 'axdsapi:GetDefaultTagTypes': {} } },
      {
        call: cardReader.getSupportedTagTypes,
        path: '/vapix/axdsapi/GetSupportedTagTypes',
        json: {},
        find: /"Name":"MIFARE_DESFire"/,
      },
      {
        call: phonebook.setPhonebookEntries,
        json: {
          'axdsapi:SetPhonebookEntries': {
            phonebookEntries: [{ id: 'ada', type: 'Person', firstName: 'Ada' }],
          },
        },
        find: /"ids":\["ada"\]/,
      },
      {
        call: phonebook.getPhonebookEntries,
        json: { 'axdsapi:GetPhonebookEntries': { filter: 'Person' } },
        find: /"firstName":"Ada"/,
      },
      {
        call: phonebook.removePhonebookEntries,
        json: { RemovePhonebookEntries: { ids: ['ada'] } },
      },
      { call: parameters.updateParameters, form: FORM, find: OK },
    ],
    atSpeaker: [{ call: audio.getAudioPeers, json: { 'axar:GetAudioPeers': {} }, find: /"Peer":/ }],
  },
  {
    client: md5Fetch,
    atDoor: [
      {
        call: getOnvifTime,
        path: DEVICE,
        body: soap(
          SOAP_12,
          `<GetSystemDateAndTime xmlns="${TDS}"/>`,
          '<?xml version="1.0" encoding="utf-8"?>\r\n',
        ),
        type: 'application/soap+xml; charset=utf-8; action="http://www.onvif.org/ver10/device/wsdl/GetSystemDateAndTime"',
        find: /UTCDateTime/,
      },
      // `fetch` sends a text as text/plain.
      {
        call: onvif.getOnvifUsers,
        path: DEVICE,
        body: soap(SOAP_12, `<GetUsers xmlns="${TDS}"/>`),
      },
      {
        call: onvif.getOnvifUsers,
        body: soap(SOAP_11, `<GetUsers xmlns="${TDS}"/>`),
        type: 'text/xml',
      },
      // With the mandatory addresses of Windows Communication Foundation.
      {
        call: onvif.getOnvifUsers,
        path: DEVICE,
        body: `<s:Envelope xmlns:s="${SOAP_12}" xmlns:a="http://www.w3.org/2005/08/addressing"><s:Header><a:Action s:mustUnderstand="1">${TDS}/GetUsers</a:Action><a:To s:mustUnderstand="1">http://door${DEVICE}</a:To></s:Header><s:Body><GetUsers xmlns="${TDS}"/></s:Body></s:Envelope>`,
        find: /GetUsersResponse<\/wsa5:Action>/,
      },
      {
        call: web.getWebServerTls,
        body: soap(SOAP_12, `<GetWebServerTlsConfiguration xmlns="${web.webServer.namespace}"/>`),
      },
    ],
    atSpeaker: [],
  },
]

/** The last of each client's steps ends with a restart. */
export const RESTARTS: readonly { client: Client; steps: readonly Step[] }[] = [
  { client: wget, steps: [{ call: system.restart }] },
  {
    client: httpx,
    steps: [
      { call: firmware.commitFirmware, ...envelope('commit') },
      { call: firmware.rebootFirmware, ...envelope('reboot') },
    ],
  },
  { client: urllib, steps: [{ call: firmware.rollbackFirmware, ...envelope('rollback') }] },
  { client: lwp, steps: [{ call: system.restoreSettings, form: {} }] },
  { client: curl, steps: [{ call: system.factoryDefault }] },
  {
    client: requests,
    steps: [
      { call: firmware.purgeFirmware, ...envelope('purge') },
      {
        call: firmware.resetFirmware,
        ...envelope('factoryDefault', { factoryDefaultMode: 'hard' }),
      },
    ],
  },
]
