import {
  createCertificate,
  deleteCertificates,
  getCaCertificates,
  getCertificateInformation,
  getCertificates,
  getCertificatesStatus,
  getPkcs10Request,
  loadCaCertificates,
  loadCertificates,
  loadCertificateWithKey,
} from '@lintel/contract/calls/certificates'
import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import {
  createOnvifUsers,
  deleteOnvifUsers,
  getOnvifUsers,
  setOnvifUser,
} from '@lintel/contract/calls/onvif-users'

/** The operations in the WSDL of ONVIF's device management, whichever service has them. */
export const DEVICE_MANAGEMENT = [
  getOnvifTime,
  getOnvifUsers,
  createOnvifUsers,
  setOnvifUser,
  deleteOnvifUsers,
  getCertificates,
  getCaCertificates,
  getCertificateInformation,
  getCertificatesStatus,
  createCertificate,
  getPkcs10Request,
  loadCertificates,
  loadCertificateWithKey,
  loadCaCertificates,
  deleteCertificates,
]
