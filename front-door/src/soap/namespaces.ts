import { ONVIF_SCHEMA, WSA } from '@lintel/contract/soap/service'

/**
 * The namespaces that devices declare on every envelope, with the prefixes they use; prefix table
 * as recorded. An unknown operation in one of them is reported as unknown; in any other namespace
 * it is a mismatch.
 */
export const NAMESPACES = {
  tt: ONVIF_SCHEMA,
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  acert: 'http://www.axis.com/vapix/ws/cert',
  acertificates: 'http://www.axis.com/vapix/ws/certificates',
  aa: 'http://www.axis.com/vapix/ws/action1',
  aev: 'http://www.axis.com/vapix/ws/event1',
  aweb: 'http://www.axis.com/vapix/ws/webserver',
  aentry: 'http://www.axis.com/vapix/ws/entry',
  asd: 'http://www.axis.com/vapix/ws/shockdetection',
  ter: 'http://www.onvif.org/ver10/error',
  tns1: 'http://www.onvif.org/ver10/topics',
  tnsaxis: 'http://www.axis.com/2009/event/topics',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
  wstop: 'http://docs.oasis-open.org/wsn/t-1',
} as const

/** Those that an envelope declares only if an element or the type in an attribute needs them. */
export const MORE_NAMESPACES = {
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  wsa5: WSA,
  xsd: 'http://www.w3.org/2001/XMLSchema',
} as const

export const ALL_NAMESPACES = { ...NAMESPACES, ...MORE_NAMESPACES } as const
