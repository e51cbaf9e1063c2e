/** Where ONVIF clients look for a device's management. */
export const DEVICE_PATH = '/onvif/device_service'
/** The address that the device announces for its other ONVIF services. */
export const MEDIA_PATH = '/onvif/services'
/** The streams of media profiles: `rtsp://host/onvif-media/media.amp?profile=…`. */
export const STREAM_PATH = '/onvif-media/media.amp'
/** Streams with the settings in the query: `rtsp://host/axis-media/media.amp?resolution=…`. */
export const OWN_STREAM_PATH = '/axis-media/media.amp'
/** One picture of a media profile. */
export const SNAPSHOT_PATH = '/onvif-cgi/jpg/image.cgi'
/** The paths at which ONVIF accounts sign in by HTTP too. */
export const isForOnvif = (path: string): boolean =>
  path === '/vapix/services' || path.startsWith('/onvif/') || path.startsWith('/onvif-cgi/')
