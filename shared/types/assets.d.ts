declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}

declare module '*.css';

declare module '*.svg' {
  const url: string;
  export default url;
}

declare module '*.webp' {
  const url: string;
  export default url;
}

declare module '*.avif' {
  const url: string;
  export default url;
}

/** A photograph that the build has made ready for `<Picture>`. */
declare module '*.jpg' {
  const photograph: import('@site/shared').PictureSource;
  export default photograph;
}

declare module '*.jpeg' {
  const photograph: import('@site/shared').PictureSource;
  export default photograph;
}

declare module '*.png' {
  const photograph: import('@site/shared').PictureSource;
  export default photograph;
}

/** The address of a picture that is served as it is, with everything that its file says of camera and place. */
declare module '*.jpg?url' {
  const url: string;
  export default url;
}

declare module '*.jpeg?url' {
  const url: string;
  export default url;
}

declare module '*.png?url' {
  const url: string;
  export default url;
}

/** The address of a style sheet that is a file of its own, outside the page's styles. */
declare module '*.css?url' {
  const url: string;
  export default url;
}

/** The subresource integrity value of a style sheet that is a file of its own. */
declare module '*.css?integrity' {
  const integrity: string;
  export default integrity;
}
