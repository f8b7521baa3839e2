// What the page uses of Idiomorph 0.8.0 (npm `idiomorph`, Zero-Clause BSD), which stands beside this file as it was published.

export declare const Idiomorph: {
  morph(old: Element, fresh: Element | string, config: {
    morphStyle?: "outerHTML" | "innerHTML",
    callbacks?: {
      beforeNodeMorphed?(old: any, fresh: any): boolean,
      beforeNodeRemoved?(old: any): boolean,
      beforeAttributeUpdated?(name: string, element: any, how: "update" | "remove"): boolean,
    },
  }): unknown,
};
