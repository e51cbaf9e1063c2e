/** A group of operations with one namespace and one description file. */
export interface SoapService {
  /** The name of the service in its description. */
  name: string
  namespace: string
  /** The prefix that the device uses for the namespace. */
  prefix: string
  /** The address of the description (WSDL 1.1); consoles fetch it before their first call. */
  description: string
}

/** SOAP 1.2 part 1 §5.1. */
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'
/** SOAP 1.1 §4.1. */
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/'

/** The types shared by ONVIF's services. */
export const ONVIF_SCHEMA = 'http://www.onvif.org/ver10/schema'

/** The types shared by the maker's certificate services. */
export const CERT_SCHEMA = 'http://www.axis.com/vapix/ws/cert'

/** WS-Addressing 1.0. Some platforms put it into every message, and mark it as mandatory. */
export const WSA = 'http://www.w3.org/2005/08/addressing'
