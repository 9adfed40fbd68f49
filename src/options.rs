//! How options are declared: private fields with a default and a setter each, so that a new one breaks nobody.

/// Declares an options type: for each option its doc, name, setter, type and default.
macro_rules! options {
    (
        $(#[doc = $about:expr])+
        pub struct $name:ident {
            $($(#[doc = $doc:expr])+ $field:ident, $setter:ident: $type:ty = $default:expr;)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $doc])+ pub(crate) $field: $type,)+
        }

        impl $name {
            /// Every option at its default.
            pub fn new() -> Self {
                $name { $($field: $default,)+ }
            }

            $(
                $(#[doc = $doc])+
                pub fn $setter(mut self, value: $type) -> Self {
                    self.$field = value;
                    self
                }
            )+
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}
pub(crate) use options;
